/** The Background Sync tag: pages register it before an attempt, the worker flushes on it (O5). */
export const FLUSH_TAG = 'bellhop-flush'

/** What a page says to the worker that is to make room for the next build (W2). */
export const FINISH_UP = 'FINISH_UP'

/** What a page says to the worker that is active and does not serve it: one that was on its way as the worker took over. */
export const SERVE_ME = 'SERVE_ME'
