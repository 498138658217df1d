/** Which page of a log is asked for. */
export interface LogPlace {
  /** What the page above says of its end; null: the newest page. */
  before: string | null
  /** How many rows at most; without it the environment's own measure. */
  limit?: number
}
