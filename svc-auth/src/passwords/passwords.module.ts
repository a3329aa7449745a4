import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { Argon2Passwords } from './argon2-passwords.ts';
import { PASSWORDS } from './passwords.ts';

@Module({ providers: [provideAs(PASSWORDS, Argon2Passwords)], exports: [PASSWORDS] })
export class PasswordsModule {}
