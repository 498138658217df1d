/** The part of a saved answer that people look for. */
export interface SearchedAnswer {
  label: string
  answer: string
}

/** SUGGESTED RESPONSES: case-insensitive substring of label or answer (specification section 5); all where nothing is searched. */
export function filterAnswers<A extends SearchedAnswer>(answers: readonly A[], search: string): A[] {
  const wanted = fold(search)
  return answers.filter(({ label, answer }) => fold(label).includes(wanted) || fold(answer).includes(wanted))
}

/** The same answers for '/', those whose label begins with the words first, then label, then answer. */
export function rankAnswers<A extends SearchedAnswer>(answers: readonly A[], search: string): A[] {
  const wanted = fold(search)
  const rank = ({ label }: A) => {
    const name = fold(label)
    return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2
  }
  // Sorting is stable: equals stay in the order of their labels.
  return filterAnswers(answers, search).sort((a, b) => rank(a) - rank(b))
}

function fold(text: string): string {
  return text.trim().toLocaleLowerCase()
}
