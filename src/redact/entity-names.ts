/** Signs of ASCII, each behind the names that it has. Source: HTML Living Standard, 13.5, named character references. */
const SIGNS =
  'amp& AMP& lt< LT< gt> GT> quot" QUOT" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` DiacriticalGrave` lcub{ lbrace{ verbar| vert| VerticalLine| rcub} rbrace} Tab\t NewLine\n'
/** From U+00A0 to U+00FF. Source: HTML 4.01, 24.2, character entity references for ISO 8859-1. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const FIRST_LATIN = 0xa0

/** The characters that HTML has a name for, by name. */
export const ENTITY_NAMES: ReadonlyMap<string, string> = new Map([
  ...SIGNS.split(' ').map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(FIRST_LATIN + at)]),
])
