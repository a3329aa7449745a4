import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { Argon2Passwords } from './argon2-passwords.ts';

@Module({ providers: [provide(Argon2Passwords)], exports: [Argon2Passwords] })
export class PasswordsModule {}
