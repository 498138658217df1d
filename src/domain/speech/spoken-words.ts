/** What stands in a text for the time at which it is said. */
const TIME = '{time}'

interface SaidText {
  response?: string | undefined
  choices?: readonly { name: string; response?: string | undefined }[] | undefined
}

/** Everything that a dialog says, each once: its response, and its choices' names and responses. */
export function listSpokenTexts({ response, choices = [] }: SaidText): string[] {
  const texts = [response, ...choices.flatMap((choice) => [choice.name, choice.response])]
  return [...new Set(texts.map((text = '') => tidyWords(text)))].filter(isSpeakable)
}

/** How texts are compared whose speech is the same: by their words, whatever space is between and around them. */
export function tidyWords(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a text says anything: pictures and signs alone do not. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Whether a text says another time whenever it is said, so that it can't be recorded. */
export function saysTime(text: string): boolean {
  return text.includes(TIME)
}

/** The text with the time of day in a zone in its place: '3:05 PM'. */
export function fillTime(text: string, now: Date, timeZone: string): string {
  // Nearly all texts have none, and a format is dear to make.
  if (!text.includes(TIME)) return text
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  // The narrow space that newer formats have before AM and PM is read out by some voices.
  const words = time.format(now).replace(/\s/g, ' ')
  return text.replaceAll(TIME, words)
}
