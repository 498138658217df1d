import type { FieldValues } from './field-values.ts'

/** What a write came to. The words are for a person. */
export type WriteResult<Row> = { kind: 'done'; row: Row } | WriteProblem<Row>

export type RemoveResult<Row> = { kind: 'done' } | WriteProblem<Row>

export type WriteProblem<Row> =
  /** It is not to be had like this; `field` is the key of the column that the words are about. */
  | { kind: 'refused'; message: string; field?: string }
  /** Somebody else saved first: the row as it is now, and who that was where it is known. */
  | { kind: 'changed'; row: Row; by?: string }
  /** Somebody else deleted it. */
  | { kind: 'gone' }
  /** Nothing is known to have been written. */
  | { kind: 'unreachable'; message: string }

/** Where a list's rows come from and go to. A feature gives it; the engine calls nothing else. */
export interface ListSource<Row> {
  /**
   * Undefined before the first reading. With every answer of a write they hold what it said, and a reading that began
   * before that answer is dropped: else a row would show for a moment what it no longer is.
   */
  rows: readonly Row[] | undefined
  /** The first rows of a long list whose rest is there in a moment: while `rows` are not. */
  beginning?: readonly Row[] | undefined
  state: 'loading' | 'ready' | 'failed'
  /** Why the last reading failed, in words; the rows may be there all the same. */
  problem: string | null
  /** When the rows were last read from the environment, ms; null: never. */
  asOf: number | null
  /** Why nothing can be written just now, in words; null: it can. */
  readOnly: string | null
  /** Reads again. */
  reload(): void
  /** `values` by column key. */
  create(values: FieldValues): Promise<WriteResult<Row>>
  /** `row` is the one that the person saw; `patch` has what they changed, by column key. */
  update(row: Row, patch: FieldValues, how: HowToWrite): Promise<WriteResult<Row>>
  remove(row: Row, how: HowToWrite): Promise<RemoveResult<Row>>
}

export interface HowToWrite {
  /** The page is going away, and the call must outlive it. */
  isLeaving: boolean
}

const UNEXPECTED = 'Something went wrong here. Try again.'

/** What a write came to, also where it threw. */
export async function settleWrite<Result>(
  write: () => Promise<Result>,
): Promise<Result | { kind: 'unreachable'; message: string }> {
  try {
    return await write()
  } catch {
    return { kind: 'unreachable', message: UNEXPECTED }
  }
}

/** Why a write was not done, in words. */
export function describeProblem<Row>(problem: WriteProblem<Row>): string {
  switch (problem.kind) {
    case 'refused':
    case 'unreachable':
      return problem.message
    case 'changed':
      return problem.by === undefined
        ? 'Somebody else has changed it meanwhile.'
        : `${problem.by} has changed it meanwhile.`
    case 'gone':
      return 'Somebody else has deleted it meanwhile.'
  }
}
