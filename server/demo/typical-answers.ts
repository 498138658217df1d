/** Saved answers of the demonstration hotel; `{firstName}` and `{room}` stand for the guest's. */
export const TYPICAL_ANSWERS: readonly { label: string; answer: string }[] = [
  {
    label: 'Greeting',
    answer: 'Hello {firstName}, thank you for writing. I am looking into this for you right now.',
  },
  {
    label: 'One moment',
    answer: 'Thank you for your patience, {firstName}. I need about five minutes and come back to you here.',
  },
  {
    label: 'Maintenance on the way',
    answer: 'Our technician is on the way to room {room} and will be with you in about ten minutes.',
  },
  { label: 'Housekeeping on the way', answer: 'Housekeeping brings it to room {room} within 20 minutes.' },
  {
    label: 'Late check-out free',
    answer: 'You can keep room {room} until 13:00 at no charge. Your key works until then.',
  },
  { label: 'Late check-out paid', answer: 'Until 16:00 would be 45, {firstName}. Shall I arrange it?' },
  {
    label: 'Breakfast hours',
    answer: 'Breakfast is from 6:30 to 10:30 in the Garden Room, until 11:00 on weekends.',
  },
  {
    label: 'Wi-Fi',
    answer:
      "Please use the network 'Harbourlight Guest'. The password is your last name and room number. For video calls 'Harbourlight Fast' works best.",
  },
  {
    label: 'Shuttle',
    answer:
      'The airport shuttle leaves at 5:30, 6:30, 7:30 and then every hour, 18 per person. For how many may I book?',
  },
  {
    label: 'Noise',
    answer:
      'I am sorry that you cannot rest, {firstName}. Security is on the way, and I write again as soon as I know more.',
  },
  {
    label: 'Room change',
    answer: 'I have a quiet room on the courtyard side for you. Shall we move your luggage from room {room}?',
  },
  {
    label: 'Invoice',
    answer:
      'Your invoice is attached. If anything is not as it should be, please tell me and I correct it today.',
  },
  {
    label: 'Lost property',
    answer:
      'I have asked housekeeping to look in room {room} at once, {firstName}. Could you describe it a little?',
  },
  {
    label: 'Table confirmed',
    answer: 'Your table is confirmed. Just give your room number ({room}) at the entrance.',
  },
  {
    label: 'Apology',
    answer:
      'You are right, {firstName}, and I am sorry. This is not the standard that we have for ourselves. Here is what I can offer:',
  },
  {
    label: 'Emergency',
    answer:
      'Please stay where you are, somebody is on the way. In an emergency call 112 first, we guide them to room {room}.',
  },
  { label: 'Goodbye', answer: 'It was a pleasure, {firstName}. Have a good journey, and come back soon!' },
]
