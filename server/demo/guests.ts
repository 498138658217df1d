/** A guest's name as chats show it, and its parts as the register has them. */
export interface GuestName {
  first: string
  last: string
  /** The language in which the guest writes. */
  language: 'en' | 'es' | 'de' | 'fr' | 'ar' | 'ja' | 'it' | 'pl'
}

/** Names of the demonstration's guests: diacritics, other scripts, right to left, and a very long one among them. */
export const GUEST_NAMES: readonly GuestName[] = readNames(`
en Olivia Bennett
es Ana Ruiz
de Jürgen Großmann
en Priya Raghunathan
fr Zoë Lefèvre-Dubois
ar ليلى الحداد
en Seán Ó Briain
pl Małgorzata Wiśniewska
ja 美咲 田中
en Maximilian-Alexander Theophilus Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh
es José Núñez
en Đặng Thị Hương
it Niccolò D'Angelo
en Åsa Sjöström
en Grace Okonkwo
de Käthe Müller
en Noah Williams
en Søren Kierulff
fr François Bélanger
en Chloe Taylor
en Ivana Čabrilo
es Íñigo Etxeberria
en Emre Yıldırım
en Mei-Ling Chen
en Daniel Kim
en Aroha Ngata
de Björn Weiß
en Fatima Al-Sayed
en Lucas Oliveira
en Zsófia Kővári
en Ella Johnson
en Mihai Țăranu
en Amara Diallo
it Giulia Ferrara
en William Carter
en Hana Nováková
ja 健 佐藤
en Isla MacGregor
ar يوسف منصور
en Sofia Andersson
en Henry Walsh
es Carmen Ibáñez
en Tuomas Hämäläinen
en Ruth Goldberg
fr Élodie Marchand
en Kwame Mensah
pl Paweł Dąbrowski
en Leah Thompson
en Ólafur Jónsson
en Samira Haddad
de Anneliese Schäfer
en Oscar Nilsson
en Lin Nguyễn
en Thabo Mokoena
en Eleni Παπαδοπούλου
en Jack O’Connor
en Marija Žukauskaitė
it Aurora Conti
en Peter van der Berg
en Renée de Vries
en Ayşe Çelik
en Tom Baker
`)

function readNames(list: string): GuestName[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [language = 'en', first = '', ...last] = line.trim().split(' ')
      return { first, last: last.join(' '), language: readLanguage(language) }
    })
}

function readLanguage(text: string): GuestName['language'] {
  const known = ['en', 'es', 'de', 'fr', 'ar', 'ja', 'it', 'pl'] as const
  const found = known.find((language) => language === text)
  if (!found) throw new Error(`No dialogs are written in '${text}'.`)
  return found
}
