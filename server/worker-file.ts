import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The file of a thread's program: the build puts it beside the server's main file, which the asking module is part of or
 * has in a folder below. Throws where it is not built.
 */
export function findWorkerFile(name: string): string {
  const places = [`./${name}`, `../${name}`].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const file = places.find((place) => existsSync(place))
  if (file === undefined) throw new Error(`the program of a thread is not built: ${places[0]} is missing`)
  return file
}
