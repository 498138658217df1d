import type { Words } from './english.ts'

export const FRENCH: Words = {
  title: 'Chat de l’hôtel',
  head: {
    greeting: 'Nous sommes là pour vous',
    connecting: 'Connexion…',
    connected: 'Connecté',
    ready: 'À votre écoute',
    offline: 'Hors ligne : ce que vous écrivez est conservé et part dès que la connexion revient',
    end: 'Terminer',
    endLabel: 'Terminer cette conversation',
  },
  log: {
    label: 'Messages',
    welcome:
      'Posez toutes vos questions sur votre séjour : petit-déjeuner, Wi-Fi, départ tardif, une table pour ce soir. Écrivez {person} et quelqu’un de notre équipe prend le relais.',
    endedLabel: 'Conversation terminée',
    ended: 'La conversation est terminée. Il n’en reste rien sur cet appareil.',
    begin: 'Commencer une nouvelle conversation',
  },
  message: {
    you: 'Vous',
    assistant: 'Bell, notre assistant',
    authorAndTime: '{author}, {time}',
    sending: 'Envoi en cours…',
    waiting: 'En attente d’envoi',
    notSent: 'Non envoyé : {reason}',
    again: 'Renvoyer',
    discard: 'Supprimer',
    file: 'fichier',
    open: 'Ouvrir {name}',
    notLoaded: '{name} (n’a pas pu être chargé)',
  },
  composer: {
    name: 'Votre nom',
    optional: 'facultatif',
    label: 'Message',
    hint: 'Écrivez un message',
    newLine: 'Nouvelle ligne',
    send: 'Envoyer',
  },
  survey: {
    label: 'Votre avis',
    question: 'Comment était notre aide ?',
    stars: { one: '{count} étoile', other: '{count} étoiles' },
    send: 'Envoyer l’avis',
    notNow: 'Pas maintenant',
    asked: 'Comment était notre aide ? Vous pouvez la noter avec des étoiles, avant le champ de message.',
    thanks: 'Merci. Vous nous avez attribué la note de {stars} sur {most}.',
    sending: 'Note : {stars} sur {most}. Envoi en cours…',
    waiting: 'Note : {stars} sur {most}. En attente d’envoi',
    change: 'Modifier',
    changeLabel: 'Modifier votre avis',
    close: 'Fermer',
    closeLabel: 'Fermer votre avis',
  },
  end: {
    question: 'Terminer cette conversation ?',
    words:
      'Ce qui a été dit ici disparaît de cet appareil, même ce qui n’est pas encore envoyé. Vous pouvez commencer une nouvelle conversation à tout moment.',
    keep: 'La garder',
    confirm: 'Terminer',
  },
  kiosk: {
    question: 'Êtes-vous toujours là ?',
    words:
      'Personne n’a utilisé cette page depuis un moment. La conversation se termine dans {left} et disparaît de cet appareil.',
    seconds: { one: '{count} seconde', other: '{count} secondes' },
    stay: 'Je suis toujours là',
  },
  events: {
    personAsked: 'Une personne de l’équipe a été appelée',
    notAnswered: 'L’assistant ne connaissait pas la réponse et a appelé quelqu’un',
    notPassedOn: 'L’assistant n’a pas pu transmettre la demande et a appelé quelqu’un',
    passed: '{from} a transmis la conversation à {to}',
  },
  notice: {
    newConversation: 'Votre conversation précédente n’est plus ici. En voici une nouvelle.',
    later: '{reason} Ce que vous avez écrit est conservé et part tout seul.',
  },
  refusal: {
    forbidden:
      'Nous ne pouvons pas recevoir de messages ici pour le moment. Adressez-vous à la réception, s’il vous plaît.',
    invalid: 'Nous ne pouvons pas recevoir ce message tel quel. Écrivez-le autrement, s’il vous plaît.',
    tooLong: 'C’est trop long. Écrivez-le en plusieurs messages, s’il vous plaît.',
    tooMany: 'Cela fait beaucoup en peu de temps. Patientez un instant, s’il vous plaît.',
    unavailable: 'Nous ne sommes pas joignables pour le moment.',
    unknown: 'Cela n’a pas fonctionné. Réessayez, ou adressez-vous à la réception.',
  },
}
