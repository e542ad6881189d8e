import type { CheckoutTexts } from './checkout-en.ts'
import { pluralIn } from './plural.ts'

const plural = pluralIn('fr')

export const checkoutFr: CheckoutTexts = {
  title: 'Commande',
  contact: 'Coordonnées',
  name: 'Nom complet',
  email: 'E-mail',
  phone: 'Téléphone',
  phoneWhy: 'Vos billets sont envoyés à ce numéro et lui appartiennent.',
  phoneBack: (phone) => `Les billets iront au ${phone}`,
  country: 'Pays',
  shipping: 'Livraison',
  pickup: 'Retrait',
  pickupReady: 'Gratuit. Prêt en 2 à 3 jours',
  delivery: 'Livraison à domicile',
  deliveryTime: '$5.00. Sous 3 à 5 jours ouvrés',
  pickupAt: 'Lieu de retrait',
  address: 'Adresse',
  city: 'Ville',
  postalCode: 'Code postal',
  postalHint: '0000 si vous n’en avez pas',
  payment: 'Paiement',
  whish: 'Portefeuille WhishPay',
  whishHint: 'Payez depuis votre portefeuille mobile',
  card: 'Carte bancaire',
  cardHint: 'Visa ou Mastercard, par MontyPay',
  summary: 'Récapitulatif',
  subtotal: 'Sous-total',
  shippingCost: 'Livraison',
  free: 'Gratuit',
  total: 'Total',
  tickets: 'Billets de tombola',
  adult:
    'En passant cette commande, vous confirmez avoir 18 ans ou plus et accepter les Conditions ' +
    'générales.',
  pay: (money) => `Payer ${money}`,
  processing: 'Traitement...',
  missing: 'Informations manquantes',
  missingContact: 'Merci d’indiquer votre nom, votre e-mail et votre numéro de téléphone.',
  missingAddress: 'Merci de remplir tous les champs de l’adresse de livraison.',
  invalidEmail: 'E-mail non valide',
  invalidEmailHint: 'Merci d’indiquer une adresse e-mail valide.',
  failed: 'Commande non aboutie',
  waiting: 'Nous réessayons de nous-mêmes. Merci de garder cette page ouverte.',
  failedHint: 'Votre commande n’a pas pu être traitée. Merci de réessayer.',
  confirmed: 'Commande confirmée !',
  confirmedHint: (n) =>
    plural(n, {
      one: 'Vous avez reçu {n} billet de tombola et participez aux tombolas en cours.',
      other: 'Vous avez reçu {n} billets de tombola et participez aux tombolas en cours.',
    }),
  redirecting: 'Redirection vers le paiement...',
  redirectingHint: (provider) => `Vous allez payer avec ${provider}.`,
  priceChanged: 'Les prix ont changé',
  priceChangedHint: (money) =>
    `Votre panier affiche les prix du jour. Le nouveau total est de ${money}.`,
  ticketsLeft: (n, raffle) =>
    plural(n, {
      one: `Il ne reste que {n} billet pour ${raffle}`,
      other: `Il ne reste que {n} billets pour ${raffle}`,
    }),
  goodsLeft: (n, goods) => (n === 0 ? `${goods} est épuisé` : `Il n’en reste que ${n} : ${goods}`),
  takeInstead: (n) => `En prendre ${n}`,
  noneLeft: 'Retirer du panier',
}
