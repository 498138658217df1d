/** A file that says only where the things are that it gives: `export{a as Menu}from"./controls.js";`. */
const SIGNPOST = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/
const NAMES = /^([\w$]+)(?:\s+as\s+([\w$]+))?$/

/**
 * Rolldown makes a file of its own for each module that is imported dynamically, also where a group of `codeSplitting` has
 * that module (rolldown issue 9729): it says which names of the group's file are meant. That is one more call before the
 * part is there, and one more file for the worker to keep. Here whoever imports such a file imports the group's own, and
 * picks those names; the file is left out. A plugin for Vite.
 */
export function importDirectly() {
  return {
    name: 'import-directly',
    // The names of files go by what they were before: other words of this plugin's make them other files.
    augmentChunkHash: () => [SIGNPOST, readSignpost, redirect].map(String).join(),
    generateBundle: {
      // Before Vite lists what each import needs beside it: it goes by what is imported then.
      order: /** @type {const} */ ('pre'),
      /**
       * @param {object} _options
       * @param {Record<string, { type: string, fileName: string, code?: string, isDynamicEntry?: boolean }>} bundle
       */
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const signposts = chunks.filter((chunk) => chunk.isDynamicEntry).flatMap(readSignpost)
        for (const { fileName, target, names } of signposts) {
          if (!(target in bundle)) throw new Error(`${fileName} is about ${target}, which is not there.`)
          for (const chunk of chunks) chunk.code = redirect(chunk.code, { fileName, target, names })
          delete bundle[fileName]
        }
      },
    },
  }
}

/**
 * @param {{ fileName: string, code: string }} chunk `fileName` as in the build's folder, such as `assets/asked-X.js`
 * @returns {{ fileName: string, target: string, names: [given: string, wanted: string][] }[]} none where it is no signpost
 */
function readSignpost({ fileName, code }) {
  const [, list, target] = SIGNPOST.exec(code.trim()) ?? []
  if (list === undefined || target === undefined) return []
  const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1)
  const names = list
    .split(',')
    .filter((item) => item.trim() !== '')
    .map((item) => {
      const [, given, wanted = given] = NAMES.exec(item.trim()) ?? []
      if (given === undefined) throw new Error(`${fileName} gives something unreadable: ${item}`)
      return [given, wanted]
    })
  return [{ fileName, target: folder + target, names }]
}

/** In the words of one file: `import("./asked.js")` becomes an import of the group's file that gives the same names. */
function redirect(code, { fileName, target, names }) {
  const [from, to] = [fileName, target].map((path) => path.slice(path.lastIndexOf('/') + 1))
  const picked = names.map(([given, wanted]) => `${wanted}:m.${given}`).join(',')
  const rewrite = (words, quote) =>
    words.replaceAll(
      `import(${quote}./${from}${quote})`,
      () => `import(${quote}./${to}${quote}).then(m=>({${picked}}))`,
    )
  return ['"', "'", '`'].reduce(rewrite, code)
}
