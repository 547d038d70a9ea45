// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;

/**
 * Writes a file so that it is there whole or not at all, whoever else writes it meanwhile: beside it first, then in its
 * place. The file's old contents stay until then.
 */
public final class ReplacedFile {
    /** As many symbolic links as Linux follows, one after the other. */
    private static final int MOST_LINKS = 40;

    private ReplacedFile() {}

    /**
     * Writes a file.
     *
     * @param file the file.
     * @param text all that is to be in it.
     * @throws IOException if it cannot be written; the message names the file.
     */
    public static void write(final Path file, final String text) throws IOException {
        write("", file, text);
    }

    /**
     * Writes a file that an option names. One that is there keeps its permissions; a symbolic link stays one, and its
     * target is written; a pipe or a device takes the text as it is.
     *
     * @param option the option's name, for messages.
     * @param file the file.
     * @param text   all that is to be in it.
     * @throws IOException if it cannot be written; the message names the option and the file.
     */
    public static void write(final String option, final Path file, final String text) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            final Path target = target(file.toAbsolutePath());
            if (isReplaceable(target)) {
                replace(target, bytes);
            } else {
                writeOut(target, bytes, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            }
        } catch (final IOException e) {
            throw new IOException("cannot write " + (option + " " + file).strip() + ": " + IoReason.of(e), e);
        }
    }

    /** Returns the target of symbolic links, whether it exists or not. */
    private static Path target(final Path file) throws IOException {
        Path target = file;
        for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(target); links++) {
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    /**
     * Returns true if a new file can take the place of this one: the folder can be written, and the file is no device.
     */
    private static boolean isReplaceable(final Path target) {
        return !Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                || Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(target.getParent());
    }

    private static void replace(final Path target, final ByteBuffer bytes) throws IOException {
        final Path unfinished = Files.createFile(target.resolveSibling("." + UUID.randomUUID() + ".tmp"));
        try {
            copyPermissions(target, unfinished);
            writeOut(unfinished, bytes, StandardOpenOption.WRITE);
            move(unfinished, target, bytes.flip());
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** A mount point, for example, cannot be replaced: it is written in its place. */
    private static void move(final Path unfinished, final Path target, final ByteBuffer bytes) throws IOException {
        try {
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            if (!Files.isRegularFile(target)) {
                throw e;
            }
            writeOut(target, bytes, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }
    }

    private static void copyPermissions(final Path from, final Path to) throws IOException {
        final PosixFileAttributeView there = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (there != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, there.readAttributes().permissions());
        }
    }

    private static void writeOut(final Path file, final ByteBuffer bytes, final StandardOpenOption... options)
            throws IOException {
        try (FileChannel channel = FileChannel.open(file, options)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (Files.isRegularFile(file)) {
                channel.force(true);
            }
        }
    }
}
