import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { MAX_STARS } from '#src/domain/guests/rating.ts'
import type { Kept } from './kept.ts'
import { keepRating, putOffRating, readRatingView } from './rating.ts'
import type { Refusal } from './refusal.ts'
import { describeRefusal } from './words/describe.ts'
import { fillIn, formatNumber } from './words/fill-in.ts'
import type { Language } from './words/load-language.ts'

/** Where the question stands on the page. */
export interface SurveyParts {
  survey: HTMLElement
  form: HTMLFormElement
  problem: HTMLElement
  putOff: HTMLButtonElement
  answer: HTMLElement
  thanks: HTMLElement
  change: HTMLButtonElement
  close: HTMLButtonElement
  /** Says to who does not see it what has come or gone. */
  news: HTMLElement
}

interface SurveyOptions {
  language: Language
  kept: Kept
  readQuestion(): RatingQuestion | null
  /** Something is to be sent. */
  onRated(): void
  /** The question is gone by the guest's wish. */
  onClosed(): void
  onChange(): void
}

/** How the hotel did: asked quietly beside the conversation, answered with stars. Gives the way to draw it. */
export function openSurvey(parts: SurveyParts, options: SurveyOptions): (isOnline: boolean) => void {
  const { language, kept, readQuestion, onRated, onClosed, onChange } = options
  /** The question whose answer is being changed. */
  let changing: string | null = null
  /** What the form shows; what is chosen in it and not yet sent is not overwritten. */
  let shown = ''

  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    const [question, stars] = [readQuestion(), readChosen(parts.form)]
    if (question === null || stars === null) return
    keepRating(kept, question, stars)
    changing = null
    onChange()
    parts.change.focus()
    onRated()
  })
  parts.change.addEventListener('click', () => {
    changing = readQuestion()?.id ?? null
    onChange()
    parts.form.querySelector<HTMLInputElement>('input:checked')?.focus()
  })
  for (const button of [parts.putOff, parts.close]) {
    button.addEventListener('click', () => {
      const question = readQuestion()
      // Who takes back a change leaves the answer as it was.
      if (question !== null && changing !== question.id) putOffRating(kept, question)
      changing = null
      onChange()
      onClosed()
    })
  }

  return (isOnline) => {
    const question = readQuestion()
    const view = readRatingView(question, kept.readRating(), changing !== null && changing === question?.id)
    parts.survey.hidden = view.kind === 'hidden'
    parts.form.hidden = view.kind !== 'asking'
    parts.answer.hidden = view.kind !== 'answered'
    const state = `${question?.id}:${view.kind}:${view.kind === 'asking' ? view.stars : ''}`
    if (view.kind === 'asking' && shown !== state) choose(parts.form, view.stars)
    shown = state
    const problem =
      view.kind === 'asking' && view.problem !== null ? describeProblem(language, view.problem) : ''
    write(parts.problem, problem)
    parts.problem.hidden = problem === ''
    const thanks = view.kind === 'answered' ? describeAnswer(language, view, isOnline) : ''
    write(parts.thanks, thanks)
    write(parts.news, view.kind === 'asking' ? language.words.survey.asked : thanks)
  }
}

function describeAnswer(
  { locale, words }: Language,
  { stars, isSent }: { stars: number; isSent: boolean },
  isOnline: boolean,
): string {
  const { thanks, sending, waiting } = words.survey
  const text = isSent ? thanks : isOnline ? sending : waiting
  return fillIn(text, { stars: formatNumber(locale, stars), most: formatNumber(locale, MAX_STARS) })
}

function describeProblem(language: Language, problem: Refusal): string {
  return fillIn(language.words.message.notSent, { reason: describeRefusal(language, problem) })
}

function readChosen(form: HTMLFormElement): number | null {
  const chosen = form.querySelector<HTMLInputElement>('input:checked')
  return chosen === null ? null : Number(chosen.value)
}

function choose(form: HTMLFormElement, stars: number | null): void {
  for (const input of form.querySelectorAll('input')) input.checked = input.value === String(stars)
}

/** A word that stands there already is not said again. */
function write(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words
}
