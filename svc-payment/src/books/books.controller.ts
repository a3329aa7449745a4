import { BOOKS_FILE, booksRoutes } from '@concert/contracts/payment/books';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { writeBooks } from './excel-books.ts';
import { ShowBooks } from './show-books.ts';

export const BooksController = controllerOf(
  booksRoutes,
  { books: ShowBooks },
  {
    showBooks: ({ query }, { books }) => books.show(query.timeZone),
    exportBooks: async ({ query }, { books }, head) => {
      const file = await writeBooks(await books.show(query.timeZone), query.timeZone);
      head
        .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${BOOKS_FILE}"`)
        .header('cache-control', 'private, no-store');
      return file;
    },
  },
);
