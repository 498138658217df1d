/** What follows the first rows without anybody's asking, as one part (see `online`). */
export { Workbox } from 'workbox-window'
export { Late } from '../late.tsx'
