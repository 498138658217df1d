/** What a guest says of campaigns with a whole message. */
export type OptOut = 'stop' | 'start'

/** The words that networks and providers know; YES is an answer to all sorts of questions, and none of them. */
const WORDS: Record<OptOut, string[]> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  start: ['START', 'UNSTOP'],
}

/** Whether a message is one of those words and nothing else, in any case; null: it is a message like others. */
export function readOptOut(text: string): OptOut | null {
  const word = text.trim().toUpperCase()
  if (WORDS.stop.includes(word)) return 'stop'
  return WORDS.start.includes(word) ? 'start' : null
}
