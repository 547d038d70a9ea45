// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Converts between paths and the bytes of names and link targets. A {@link Path} created from a string loses bytes that
 * the locale cannot decode. A path created from a URI keeps every byte.
 */
final class FileNames {
    private static final Path ROOT = Path.of("/");
    private static final int ASCII = 0x80;

    private FileNames() {}

    /** Creates a path from bytes. The bytes must not be empty or contain NUL. */
    static Path path(final byte[] bytes) {
        if (isAscii(bytes)) {
            return Path.of(new String(bytes, ISO_8859_1));
        }
        final boolean absolute = bytes[0] == '/';
        final StringBuilder uri = new StringBuilder(absolute ? "file://" : "file:///");
        for (final byte one : bytes) {
            uri.append(one == '/' ? "/" : String.format(Locale.ROOT, "%%%02x", one));
        }
        final Path path = Path.of(URI.create(uri.toString()));
        return absolute ? path : path.subpath(0, path.getNameCount());
    }

    private static boolean isAscii(final byte[] bytes) {
        for (final byte one : bytes) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= ASCII) {
                return false;
            }
        }
        return true;
    }

    /** Returns the bytes of a path. */
    static byte[] bytes(final Path path) {
        final String text = path.toString();
        if (isAscii(text)) {
            return text.getBytes(ISO_8859_1);
        }
        final String uri = ROOT.resolve(path).toUri().getRawPath();
        final boolean folder = uri.endsWith("/"); // true if a directory of that name exists below the root
        final String encoded = uri.substring(path.isAbsolute() ? 0 : 1, uri.length() - (folder ? 1 : 0));
        return URLDecoder.decode(encoded.replace("+", "%2B"), ISO_8859_1).getBytes(ISO_8859_1);
    }
}
