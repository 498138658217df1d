import { foldSearch, foldSearched } from '../search/fold-text.ts'

/** The part of a saved answer that people look for. */
export interface SearchedAnswer {
  label: string
  answer: string
}

/** SUGGESTED RESPONSES: substring of label or answer, whatever the case and accents (specification section 5); all where nothing is searched. */
export function filterAnswers<A extends SearchedAnswer>(answers: readonly A[], search: string): A[] {
  const wanted = foldSearch(search)
  return answers.filter(({ label, answer }) =>
    [label, answer].some((words) => foldSearched(words).includes(wanted)),
  )
}

/** The same answers for '/', those whose label begins with the words first, then label, then answer. */
export function rankAnswers<A extends SearchedAnswer>(answers: readonly A[], search: string): A[] {
  const wanted = foldSearch(search)
  const rank = ({ label }: A) => {
    const name = foldSearch(label)
    return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2
  }
  // Sorting is stable: equals stay in the order of their labels.
  return filterAnswers(answers, search).sort((a, b) => rank(a) - rank(b))
}
