import { productList } from '#services/contract/products.ts'

import { get } from '../../../lib/http.ts'

export const listProducts = () => get('/api/products', productList)
