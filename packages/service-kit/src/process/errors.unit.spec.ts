import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { isUnavailable } from './errors.ts';

const { mongo } = mongoose;

/** A bulk write's error as the driver makes it: with what it met beneath. */
function bulk(beneath: Error | { message: string; code: number }): Error {
  return new mongo.MongoBulkWriteError(beneath, {} as never);
}

const server = (code: number, more: object = {}) => new mongo.MongoServerError({ message: 'said by the server', code, ...more });
const labelled = (label: string) => {
  const error = new mongo.MongoError('labelled');
  error.addErrorLabel(label);
  return error;
};

describe('a failure means that something is away', () => {
  it.each([
    ['a broken connection', new mongo.MongoNetworkError('cut')],
    ['a connection that does not answer', new mongo.MongoNetworkTimeoutError('late')],
    ['no server to be found', new mongo.MongoServerSelectionError('none', {} as never)],
    ['a pool that was cleared', Object.assign(new Error('cleared'), { name: 'MongoPoolClearedError' })],
    ['a closed client', new mongo.MongoClientClosedError()],
    ['a server that is not primary any more', server(10_107)],
    ['a server that stops', server(11_600)],
    [
      'a write that was not confirmed in time',
      new mongo.MongoWriteConcernError({
        ok: 1,
        writeConcernError: { code: 64, errmsg: 'waiting for replication timed out', codeName: 'WriteConcernTimeout' },
      }),
    ],
    ['a cursor that ended with its server', server(43)],
    ['a commit nobody knows the end of', labelled('UnknownTransactionCommitResult')],
    ['many inserts over a broken connection', bulk(new mongo.MongoNetworkError('cut'))],
    ['many inserts without a server', bulk(new mongo.MongoServerSelectionError('none', {} as never))],
    ['many inserts while the primary steps down', bulk({ message: 'not primary', code: 10_107 })],
    ['many inserts that were not confirmed in time', bulk({ message: 'waiting for replication timed out', code: 64 })],
    ['any of them as a cause', new Error('outer', { cause: bulk(new mongo.MongoNetworkError('cut')) })],
  ])('where it is %s', (_, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    ['a fault of our own', new TypeError('undefined is not a function')],
    ['a duplicate key', server(11_000)],
    ['a duplicate among many inserts', bulk({ message: 'E11000', code: 11_000 })],
    ['a document the database refuses', server(121)],
    ['a number that only looks like a code', Object.assign(new Error('other'), { code: 91 })],
    ['nothing', undefined],
  ])('but not where it is %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
