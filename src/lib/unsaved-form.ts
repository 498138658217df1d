import { createStore } from './store.ts'

/**
 * Whether a form on the screen holds something that is not saved: unlike a draft it is gone with the page. Nothing reloads the
 * page by itself then, or offers to.
 */
export const unsavedForm = createStore(false)
