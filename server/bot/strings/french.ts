import type { Translated } from './english.ts'

export const FRENCH: Translated = {
  clarify: {
    question:
      "Je ne suis pas sûr de comprendre. Pourriez-vous le dire autrement ? Ou écrivez 'person' et je trouve quelqu’un pour vous.",
  },
  handover: {
    asking: 'Je demande à un collègue. Quelqu’un sera avec vous ici dans un instant.',
    notUnderstood:
      'Je ne connais pas la réponse, je demande donc à un collègue. Quelqu’un sera avec vous ici dans un instant.',
    notPassedOn:
      'Je n’ai pas pu le transmettre moi-même, je demande donc à un collègue. Quelqu’un sera avec vous ici dans un instant.',
  },
  choice: { question: 'Que souhaitez-vous ?', taken: 'Merci.' },
  ticket: {
    question: 'Que puis-je transmettre ?',
    written: 'Je l’ai transmis à notre équipe.',
    onlyInHouse:
      "Je ne peux le faire que pour les clients déjà enregistrés. Adressez-vous à la réception, ou écrivez 'person' et je trouve quelqu’un pour vous.",
  },
  campaign: {
    rating: {
      ask: 'Répondez par un chiffre de {lowest} (mauvais) à {highest} (excellent).',
      thanks: 'Merci, cela nous aide.',
      sorry: 'Merci de nous l’avoir dit. Nous sommes désolés et verrons ce que nous pouvons améliorer.',
    },
    roomUpgrade: {
      ask: 'Répondez par Yes (oui) ou No (non).',
      declined: 'Très bien. Profitez de votre séjour.',
    },
  },
}
