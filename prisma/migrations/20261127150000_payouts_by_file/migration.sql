ALTER TYPE "provider" ADD VALUE 'file';
