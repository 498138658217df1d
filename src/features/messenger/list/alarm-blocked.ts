import { createStore } from '#src/lib/store.ts'

/** Whether the browser refused to play before somebody touches the page: then the screen offers to enable it. */
export const isAlarmBlocked = createStore(false)
