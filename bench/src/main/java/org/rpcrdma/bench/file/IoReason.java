// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** Explains why a file could not be used, without mentioning class names. */
public final class IoReason {
    /** Texts for exceptions whose message contains only the file's name. */
    private static final Map<Class<?>, String> WORDS = Map.of(
            NoSuchFileException.class, "no such file",
            AccessDeniedException.class, "permission denied",
            FileAlreadyExistsException.class, "a file with this name exists",
            NotDirectoryException.class, "not a folder",
            FileSystemLoopException.class, "symbolic links form a loop");

    private IoReason() {}

    /**
     * Returns the reason without the file's name.
     *
     * @param e the exception from reading or writing a file.
     * @return the reason.
     */
    public static String of(final IOException e) {
        if (e instanceof FileSystemException) {
            final String reason = ((FileSystemException) e).getReason();
            return WORDS.getOrDefault(e.getClass(), reason == null ? message(e) : reason);
        }
        if (e instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        return e instanceof FileNotFoundException ? inBrackets(message(e)) : message(e);
    }

    /**
     * Returns the reason on one line, including the file's name if the exception contains it.
     *
     * @param e the exception from reading or writing a file.
     * @return the line.
     */
    public static String line(final IOException e) {
        final String file = e instanceof FileSystemException ? ((FileSystemException) e).getFile() : null;
        return file == null ? of(e) : file + ": " + of(e);
    }

    /** Returns the text in parentheses, because streams of java.io report {@code FILE (Permission denied)}. */
    private static String inBrackets(final String message) {
        final int begin = message.lastIndexOf('(');
        return begin >= 0 && message.endsWith(")") ? message.substring(begin + 1, message.length() - 1) : message;
    }

    private static String message(final IOException e) {
        return e.getMessage() == null ? "reading or writing failed" : e.getMessage();
    }
}
