import type { Translated } from './english.ts'

export const ITALIAN: Translated = {
  clarify: {
    question:
      "Non sono sicuro di aver capito. Potrebbe dirlo con altre parole? Oppure scriva 'person' e trovo qualcuno per Lei.",
  },
  handover: {
    asking: 'Chiedo a un collega. Tra un momento qualcuno sarà qui per Lei.',
    notUnderstood:
      'Non conosco la risposta, quindi chiedo a un collega. Tra un momento qualcuno sarà qui per Lei.',
    notPassedOn:
      'Non sono riuscito a inoltrarlo da solo, quindi chiedo a un collega. Tra un momento qualcuno sarà qui per Lei.',
  },
  choice: { question: 'Che cosa preferisce?', taken: 'Grazie.' },
  ticket: {
    question: 'Che cosa posso riferire?',
    written: 'L’ho riferito al nostro personale.',
    onlyInHouse:
      "Posso farlo solo per gli ospiti che hanno già fatto il check-in. Chieda alla reception, oppure scriva 'person' e trovo qualcuno per Lei.",
  },
  campaign: {
    rating: {
      ask: 'Risponda con un numero da {lowest} (scarso) a {highest} (eccellente).',
      thanks: 'Grazie, ci è di aiuto.',
      sorry: 'Grazie per avercelo detto. Ci dispiace e vedremo che cosa possiamo migliorare.',
    },
    roomUpgrade: { ask: 'Risponda Yes (sì) o No.', declined: 'Va bene. Buon soggiorno.' },
  },
}
