// What one order may hold. Apart from the shapes: the cart needs nothing but these.
export const LINES_MAX = 20
export const QUANTITY_MAX = 100
