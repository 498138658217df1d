/** A survey's rating is 1 to so many stars (specification section 5). */
export const MAX_STARS = 5

/** So many stars and fewer are a low rating, which causes an alert (specification section 9). */
export const LOW_RATING_STARS = 2
