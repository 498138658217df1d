import { expect, it } from 'vitest'
import { readCorpus, type Asked } from './nlu/read-corpus.ts'
import { createBell, createKeywords, createNlpJs, type Understander } from './nlu/understanders.ts'

/** Of sentences that belong to no intent. */
const MAX_FALSE_ALARMS = 0.05
const SHOWN_CONFUSIONS = 12

interface Result {
  asked: Asked
  best: string | null
  score: number
  answer: string | null
}

it('understands guests better than keywords and nlp.js do', async () => {
  const corpus = readCorpus()
  const { test, tune } = corpus
  const bell = await createBell(corpus)
  const rivals = [createKeywords(corpus), await createNlpJs(corpus)]
  const results = await read(bell, test)
  const own = judge(results)
  print(`${count(test)}, and ${corpus.train.length} questions of ${corpus.sets.length} intents\n`)
  print(
    'who         right  wrong  silent | false alarms | all sentences | best guess | right at 5 % false alarms\n',
  )
  print(describe(bell, own))
  for (const rival of rivals) {
    const other = judge(await read(rival, test))
    print(describe(rival, other))
    expect.soft(own.isBest, `best guesses beside ${rival.name}`).toBeGreaterThan(other.isBest)
    expect
      .soft(own.right, `right beside ${rival.name} with as few false alarms`)
      .toBeGreaterThan(other.rightAtMost)
    expect.soft(own.all, `all sentences beside ${rival.name}`).toBeGreaterThan(other.all)
  }
  print(`of the sentences for tuning: ${describe(bell, judge(await read(bell, tune)))}`)
  printLanguages(results)
  printConfusions(results)
  expect.soft(own.falseAlarms, 'false alarms').toBeLessThanOrEqual(MAX_FALSE_ALARMS)
  const taught = await read(bell, corpus.train)
  expect(taught.filter(({ asked, answer }) => answer !== asked.intent)).toEqual([])
})

async function read(understander: Understander, sentences: readonly Asked[]): Promise<Result[]> {
  const results: Result[] = []
  for (const asked of sentences) {
    const { ranked, answer } = await understander.understand(asked.text)
    results.push({ asked, answer, best: ranked[0]?.intent ?? null, score: ranked[0]?.score ?? 0 })
  }
  return results
}

function judge(results: readonly Result[]) {
  const meant = results.filter(({ asked }) => asked.intent !== null)
  const none = results.filter(({ asked }) => asked.intent === null)
  const share = (part: readonly Result[], of: readonly Result[]) => part.length / of.length
  const right = meant.filter(({ asked, answer }) => answer === asked.intent)
  const alarms = none.filter(({ answer }) => answer !== null)
  return {
    right: share(right, meant),
    wrong: share(
      meant.filter(({ asked, answer }) => answer !== null && answer !== asked.intent),
      meant,
    ),
    silent: share(
      meant.filter(({ answer }) => answer === null),
      meant,
    ),
    falseAlarms: share(alarms, none),
    all: (right.length + none.length - alarms.length) / results.length,
    isBest: share(
      meant.filter(({ asked, best }) => best === asked.intent),
      meant,
    ),
    rightAtMost: share(findAtMost(meant, none), meant),
  }
}

/** Which are right where all below a score are silent, the least with which false alarms are few enough. */
function findAtMost(meant: readonly Result[], none: readonly Result[]): Result[] {
  const scores = none.map(({ best, score }) => (best === null ? 0 : score)).sort((one, other) => other - one)
  const least = scores[Math.floor(none.length * MAX_FALSE_ALARMS)] ?? 0
  return meant.filter(({ asked, best, score }) => best === asked.intent && score > least)
}

function describe({ name }: Understander, judged: ReturnType<typeof judge>): string {
  const { right, wrong, silent, falseAlarms, all, isBest, rightAtMost } = judged
  const cells = [right, wrong, silent, falseAlarms, all, isBest, rightAtMost].map((part) => percent(part))
  return `${name.padEnd(10)} ${cells.map((cell) => cell.padStart(8)).join(' ')}\n`
}

function printLanguages(results: readonly Result[]): void {
  const languages = [...new Set(results.map(({ asked }) => asked.language))]
  for (const language of languages) {
    const { right, isBest } = judge(results.filter(({ asked }) => asked.language === language))
    print(`${language}: ${percent(right)} right, ${percent(isBest)} best guesses\n`)
  }
}

function printConfusions(results: readonly Result[]): void {
  const pairs = new Map<string, number>()
  for (const { asked, answer } of results) {
    if (answer === null || answer === asked.intent) continue
    const pair = `${asked.intent ?? 'nothing'} taken for ${answer}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  const sorted = [...pairs].sort(([, one], [, other]) => other - one).slice(0, SHOWN_CONFUSIONS)
  for (const [pair, times] of sorted) print(`${times} times: ${pair}\n`)
}

function count(sentences: readonly Asked[]): string {
  const none = sentences.filter(({ intent }) => intent === null).length
  return `${sentences.length - none} sentences that mean an intent and ${none} that mean none`
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function print(text: string): void {
  process.stdout.write(text)
}
