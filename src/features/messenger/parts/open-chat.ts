/**
 * The open chat, as one part: each module that is loaded by itself becomes a file by itself, which the worker fetches and
 * keeps however small it is (W1).
 */
export { GuestCard } from '../guest-card.tsx'
export { MessengerKeys } from '../messenger-keys.tsx'
export { ThreadPane } from '../thread-pane.tsx'
