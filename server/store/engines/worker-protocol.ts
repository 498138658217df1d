/** What the server's thread and the embedded database's thread say to each other. */
export interface WorkerStart {
  folder: string
}

/** Done in the order in which they come. `isFirst`: a transaction begins with it. */
export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; params: unknown[]; isFirst: boolean }
  | { id: number; kind: 'listen'; channel: string }
  | { id: number; kind: 'sync-count' }
  | { id: number; kind: 'close' }

export interface WireResult {
  command: string
  rowCount: number
  rows: unknown[]
}

/** A database error's parts that survive the way between threads. */
export interface WireError {
  message: string
  code?: string
  constraint?: string
}

export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'failed'; error: WireError }
  | { kind: 'result'; id: number; result: WireResult }
  | { kind: 'error'; id: number; error: WireError }
  | { kind: 'count'; id: number; count: number }
  | { kind: 'done'; id: number }
  | { kind: 'notification'; channel: string }

/** PostgreSQL's own error, with its code (such as `23505`), from either database. */
export class DatabaseError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined

  constructor(error: WireError) {
    super(error.message)
    this.name = 'DatabaseError'
    this.code = error.code
    this.constraint = error.constraint
  }
}
