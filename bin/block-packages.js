// Imported before a program by a drill: the packages that ASSAY_DRILL_BLOCKED names cannot be resolved, as if they were not installed.
const blocked = new Set((process.env.ASSAY_DRILL_BLOCKED ?? '').split(',').filter(Boolean))
process.getBuiltinModule('node:module').registerHooks({
  resolve(specifier, context, next) {
    const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/', 1)[0]
    if (!blocked.has(name)) return next(specifier, context)
    throw Object.assign(new Error(`Cannot find package '${name}'`), {code: 'ERR_MODULE_NOT_FOUND'})
  },
})
