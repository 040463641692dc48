/** A text of a screen, however wide that is. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
