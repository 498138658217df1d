/** What a guest may tap on a card: `imBack` says `value` in the chat, `openUrl` opens it. */
interface CardButton {
  type: 'imBack' | 'openUrl'
  title: string
  value: string
}

export interface Card {
  /** A picture of `pictures.ts`; a card may have none. */
  picture?: string
  title: string
  subtitle?: string
  text?: string
  buttons: CardButton[]
}

const say = (title: string, value: string): CardButton => ({ type: 'imBack', title, value })
const openPage = (title: string, page: string): CardButton => ({
  type: 'openUrl',
  title,
  value: `https://harbourlight.example/${page}`,
})

/** The hotel’s galleries by name: one to five cards each, of which a screen shows three. */
export const GALLERIES: Record<string, Card[]> = {
  restaurants: [
    {
      picture: 'restaurant-lantern',
      title: 'Lantern Rooftop',
      subtitle: 'Sixth floor, 18:00 to 23:00',
      text: 'Small plates and a view over the harbour.',
      buttons: [say('Book the rooftop', 'I would like to book the Lantern Rooftop')],
    },
    {
      picture: 'restaurant-garden',
      title: 'Garden Room',
      subtitle: 'Ground floor, from 6:30',
      text: 'Breakfast, lunch and tea between lemon trees.',
      buttons: [say('Book the garden', 'I would like to book the Garden Room')],
    },
    {
      picture: 'restaurant-quay',
      title: 'Quay 7',
      subtitle: 'At the water, 12:00 to 22:00',
      text: 'Fish as it comes from the boats.',
      buttons: [say('Book Quay 7', 'I would like to book Quay 7')],
    },
  ],
  trips: [
    {
      picture: 'trip-lighthouse',
      title: 'Old lighthouse',
      subtitle: '7 minutes by tram 4',
      text: 'One hundred and ninety-nine steps and the best view of the bay.',
      buttons: [say('How do I get there?', 'How do I get to the lighthouse?')],
    },
    {
      picture: 'trip-market',
      title: 'Market hall',
      subtitle: 'Mondays to Saturdays until 15:00',
      text: 'Cheese, oysters, and the almond cake everybody talks about.',
      buttons: [say('Opening hours', 'When is the market open?')],
    },
    {
      picture: 'trip-sealife',
      title: 'Sea life centre',
      subtitle: 'For a rainy day',
      text: 'A tunnel through the shark tank. Tickets at the front desk.',
      buttons: [say('Get tickets', 'I would like tickets for the sea life centre')],
    },
  ],
  spa: [
    {
      picture: 'spa',
      title: 'Pool and spa',
      subtitle: 'Garden wing, 7:00 to 21:00',
      text: 'Pool 27 °C, sauna from 14:00, treatments by appointment.',
      buttons: [say('Book a massage', 'I would like to book a massage')],
    },
  ],
  rooms: [
    {
      picture: 'room-view',
      title: 'Sea View King',
      subtitle: '28 m², balcony, from 214',
      text: 'Wake up to the boats leaving the harbour.',
      buttons: [
        say('Choose Sea View', 'I would like the Sea View King'),
        openPage('More pictures', 'rooms/sea'),
      ],
    },
    {
      picture: 'restaurant-garden',
      title: 'Garden Twin',
      subtitle: '26 m², ground floor, from 176',
      text: 'A terrace of your own under the lemon trees.',
      buttons: [
        say('Choose Garden', 'I would like the Garden Twin'),
        openPage('More pictures', 'rooms/garden'),
      ],
    },
    {
      picture: 'trip-lighthouse',
      title: 'Junior Suite',
      subtitle: '41 m², fifth floor, from 298',
      text: 'A bath with a view of the old lighthouse.',
      buttons: [
        say('Choose the suite', 'I would like the Junior Suite'),
        openPage('More pictures', 'rooms/suite'),
        say('Ask about it', 'Is the Junior Suite quiet?'),
      ],
    },
    {
      picture: 'party',
      title: 'Family Room',
      subtitle: '38 m², sleeps five, from 244',
      text: 'Bunk beds with a porthole each.',
      buttons: [say('Choose Family', 'I would like the Family Room')],
    },
    {
      title: 'Accessible Double',
      subtitle: '30 m², roll-in shower, from 176',
      text: 'Doors of 90 cm, handrails, and the lift next to it.',
      buttons: [say('Choose Accessible', 'I would like the Accessible Double')],
    },
  ],
  celebrations: [
    {
      picture: 'cake',
      title: 'Birthday cake',
      subtitle: 'By our pastry chef, a day ahead',
      text: 'Chocolate, lemon or hazelnut, with a name on it.',
      buttons: [say('Order a cake', 'I would like to order a birthday cake')],
    },
    {
      picture: 'dinner',
      title: 'Dinner for two',
      subtitle: 'In the rooftop’s corner window',
      text: 'Four courses and a bottle that fits.',
      buttons: [say('Book the window', 'I would like the corner window for two')],
    },
  ],
  rides: [
    {
      picture: 'restaurant-quay',
      title: 'Airport shuttle',
      subtitle: 'Every hour, 35 minutes',
      buttons: [say('Book the shuttle', 'I would like seats in the shuttle')],
    },
    {
      picture: 'trip-market',
      title: 'City bikes',
      subtitle: '12 a day, helmets are free',
      buttons: [say('Reserve bikes', 'I would like two bikes')],
    },
    {
      picture: 'trip-sealife',
      title: 'Harbour ferry',
      subtitle: 'From the quay, every 20 minutes',
      buttons: [openPage('Timetable', 'ferry')],
    },
    {
      title: 'Taxi',
      subtitle: 'Five minutes, day and night',
      buttons: [say('Call a taxi', 'Please call a taxi')],
    },
  ],
  house: [
    {
      title: 'Good to know',
      subtitle: 'Harbourlight Hotel',
      text: 'Breakfast 6:30 to 10:30. Check-out 11:00. Quiet from 22:00. The front desk is open around the clock.',
      buttons: [say('Late check-out', 'Is a late check-out possible?'), openPage('House guide', 'guide')],
    },
  ],
}
