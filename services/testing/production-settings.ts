import type { Env } from '../config.ts'

/** What a start in production wants at least; nobody is asked at these addresses. */
export const productionSettings: Env = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://qura_app@db.internal/qura?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://shop.lb',
  DATA_DIR: '/var/qura',
  SIGNER_DIR: '/etc/qura/signer',
  APP_SECRET: 'Zk3vQ9xLr7TgYw2NbH8mPc5JdF1sEa4U',
  WHISH_BASE_URL: 'https://api.provider.lb/whish',
  WHISH_CHANNEL: '1',
  WHISH_SECRET: 'r4Nd0m-v4lue',
  WHISH_WEBSITE_URL: 'shop.lb',
  SMS_URL: 'https://gateway.lb/send',
  SHOP_ADDRESS: 'Hamra Street 12, Beirut',
  SHOP_PHONE: '+9611345678',
  SHOP_WHATSAPP: '+96170345678',
}
