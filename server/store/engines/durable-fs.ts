import { fdatasyncSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'

/** What is used of Emscripten's node file system, whose streams carry a real file descriptor. */
interface NodeStream {
  nfd?: number
  node?: { mode: number }
}
interface EmscriptenModule {
  NODEFS?: { stream_ops?: { fsync?: (stream: NodeStream) => number } }
}
type EmscriptenOptions = Parameters<NodeFS['init']>[1]

const FILE_TYPE_MASK = 0o170000
const DIRECTORY_TYPE = 0o040000

/**
 * PGlite's `NodeFS` drops fsync silently (STACK pitfall 2). This one hands it to the kernel, so that a COMMIT returns
 * only when the log is on the disk (E2). `syncCount` counts the calls for the test that proves it.
 */
export class DurableNodeFS extends NodeFS {
  syncCount = 0

  override async init(pg: PGlite, options: EmscriptenOptions) {
    const prepared = await super.init(pg, options)
    const preRun = prepared.emscriptenOpts.preRun ?? []
    prepared.emscriptenOpts.preRun = [
      ...(Array.isArray(preRun) ? preRun : [preRun]),
      (module: object) => this.#installSync(module),
    ]
    return prepared
  }

  #installSync(module: EmscriptenModule): void {
    const operations = module.NODEFS?.stream_ops
    if (!operations)
      throw new Error('the embedded database has no node file system: its version is not the pinned one')
    operations.fsync = (stream) => {
      if (stream.nfd === undefined) return 0
      // fdatasync is undefined for directories on some systems; theirs is the rename that fsync makes lasting.
      const isDirectory = ((stream.node?.mode ?? 0) & FILE_TYPE_MASK) === DIRECTORY_TYPE
      if (isDirectory) fsyncSync(stream.nfd)
      else fdatasyncSync(stream.nfd)
      this.syncCount += 1
      return 0
    }
  }
}
