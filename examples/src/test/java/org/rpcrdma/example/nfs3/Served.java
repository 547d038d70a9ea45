// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcService;

/** An NFS service for a local directory. Tests pass encoded messages to it directly, without a network. */
final class Served {
    static final long VERIFIER = 0x5eed_0000_0000_0001L;
    static final int UID = 1001;
    static final int GID = 1002;
    static final int MAX_TRANSFER = 65_536;
    static final boolean IS_ROOT = HostFile.of(0, Path.of("/proc/self/stat")).uid() == 0;

    private static final int XID = 0x1234_5678;
    private static final int ROOM = 4096;
    private static final int MODE = 0640;

    final Export export;
    final Nfs3Service service;
    final Path folder;
    int room = ROOM;
    int uid = UID;

    Served(final Path folder) {
        this(folder, false);
    }

    Served(final Path folder, final boolean readOnly) {
        this(folder, readOnly, MAX_TRANSFER);
    }

    Served(final Path folder, final boolean readOnly, final int maxTransfer) {
        this(folder, readOnly, false, maxTransfer, Runnable::run);
    }

    /** Returns a service that maps a client's root user to the anonymous user. */
    static Served squashed(final Path folder) {
        return new Served(folder, false, true, MAX_TRANSFER, Runnable::run);
    }

    Served(final Path folder, final Executor executor) {
        this(folder, false, false, MAX_TRANSFER, executor);
    }

    private Served(
            final Path folder,
            final boolean readOnly,
            final boolean squashRoot,
            final int maxTransfer,
            final Executor executor) {
        this.folder = folder;
        try {
            own(folder);
            export = new Export(folder, new ExportOptions(readOnly, squashRoot, Allowed.EVERYBODY));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        service = new Nfs3Service(export, maxTransfer, VERIFIER, executor);
    }

    /** Returns a call message for a program, from a caller with an AUTH_SYS credential. */
    static byte[] message(final int program, final int version, final int procedure, final Xdr arguments) {
        return message(program, version, procedure, arguments, UID);
    }

    private static byte[] message(
            final int program, final int version, final int procedure, final Xdr arguments, final int uid) {
        final byte[] credential = new Xdr()
                .word(7)
                .string("client")
                .word(uid, GID)
                .word(2, GID, 7)
                .bytes();
        final byte[] head = new Xdr()
                .word(XID, 0, 2, program, version, procedure)
                .word(1)
                .opaque(credential)
                .word(0, 0)
                .bytes();
        return new Xdr().raw(head).raw(arguments.bytes()).bytes();
    }

    /** Returns the reply to a message, or null if there is no reply. */
    static byte[] reply(final RpcService service, final byte[] message, final int room) {
        final byte[] reply = new byte[room];
        final TcpCall call = new TcpCall(new UnsafeBuffer(reply));
        service.onCall(call.begin(message, message.length, null));
        return call.replyLength() == TcpCall.DROPPED ? null : Arrays.copyOf(reply, call.replyLength());
    }

    /** Returns the results of a successful call. */
    static byte[] results(final byte[] reply) {
        final byte[] head = new Xdr().word(1, 0, 0, 0, 0).bytes();
        assertArrayEquals(head, Arrays.copyOfRange(reply, 4, RpcProgram.RESULTS));
        return Arrays.copyOfRange(reply, RpcProgram.RESULTS, reply.length);
    }

    byte[] call(final int procedure, final Xdr arguments) {
        return results(reply(service, message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, arguments, uid), room));
    }

    int status(final int procedure, final Xdr arguments) {
        return new UnsafeBuffer(call(procedure, arguments)).getInt(0, BIG_ENDIAN);
    }

    /** Returns the accept status of a call, or -1 if there was no reply. */
    int accepted(final int procedure, final Xdr arguments) {
        final byte[] reply = reply(service, message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, arguments, uid), room);
        return reply == null ? -1 : new UnsafeBuffer(reply).getInt(20, BIG_ENDIAN);
    }

    HostFile root() {
        return HostFile.of(export.id, folder);
    }

    /** Changes the owner of a file to the caller. */
    private static Path own(final Path path) throws IOException {
        if (IS_ROOT) {
            Files.setAttribute(path, "unix:uid", UID, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", GID, LinkOption.NOFOLLOW_LINKS);
        }
        return path;
    }

    /** Creates a file, a directory, or a link to "over/there", bypassing the server. */
    HostFile make(final HostFile directory, final String name, final int kind) {
        final Path path = directory.path().resolve(name);
        try {
            switch (kind) {
                case Nfs3.DIR -> Files.createDirectory(path);
                case Nfs3.LNK -> Files.createSymbolicLink(path, Path.of("over/there"));
                default -> Files.createFile(path);
            }
            own(path);
            if (kind != Nfs3.LNK) {
                Files.setAttribute(path, "unix:mode", kind == Nfs3.DIR ? MODE | 0100 : MODE);
            }
            status(Nfs3.LOOKUP, of(directory).string(name));
            return HostFile.of(export.id, path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a file that no client has looked up. */
    HostFile makeAlone(final HostFile directory, final String name) {
        try {
            return HostFile.of(export.id, own(Files.createFile(directory.path().resolve(name))));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file with a given name, or null if it does not exist. */
    HostFile find(final HostFile directory, final String name) {
        final Path path = directory.path().resolve(name);
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? HostFile.of(export.id, path) : null;
    }

    /** Returns arguments that start with a file's handle. */
    static Xdr of(final HostFile file) {
        return new Xdr().handle(file);
    }

    void expect(final int status, final int procedure, final Xdr arguments) {
        assertEquals(status, status(procedure, arguments));
    }

    void assertResults(final Xdr expected, final int procedure, final Xdr arguments) {
        assertEqual(expected, call(procedure, arguments));
    }

    static void assertEqual(final Xdr expected, final byte[] results) {
        final UnsafeBuffer one = new UnsafeBuffer(expected.bytes());
        final UnsafeBuffer other = new UnsafeBuffer(results);
        for (int at = 0; at < Math.min(one.capacity(), other.capacity()); at += 4) {
            assertEquals(one.getInt(at, BIG_ENDIAN), other.getInt(at, BIG_ENDIAN), "word at " + at);
        }
        assertEquals(one.capacity(), other.capacity(), "length");
    }
}
