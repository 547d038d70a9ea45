// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.PROGRAM;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.READDIR;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.SETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.SYMLINK;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.Effort;

/**
 * Tests what happens when one thread replaces a directory with a link that leads outside while another thread works in
 * the directory.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class RaceTest {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(Effort.of(1, 60));

    /** Exceeds the number of files that the server keeps open. */
    private static final int FILES = 300;

    @TempDir
    Path outside;

    private Path folder;
    private Served served;
    private HostFile directory;
    private final HostFile[] files = new HostFile[FILES];
    private volatile boolean ended;

    private interface Step {
        void run() throws IOException;
    }

    private void prepare() throws IOException {
        folder = Files.createDirectory(outside.resolve("exported"));
        served = new Served(folder);
        directory = served.make(served.root(), "d", DIR);
        Files.setAttribute(directory.path(), "unix:mode", 0777);
        Files.setAttribute(folder, "unix:mode", 0777);
        for (int i = 0; i < FILES; i++) {
            Files.writeString(outside.resolve("f" + i), "SECRET");
            Files.setAttribute(outside.resolve("f" + i), "unix:mode", 0600);
            files[i] = served.make(directory, "f" + i, REG);
            Files.setAttribute(files[i].path(), "unix:mode", 0666);
        }
    }

    /** Swaps the directory until the worker has finished. The worker must not change any file outside. */
    private void race(final Step swap) throws Exception {
        final Throwable[] failure = new Throwable[1];
        final Thread worker = new Thread(() -> {
            try {
                work();
            } catch (final Throwable e) {
                failure[0] = e;
            } finally {
                ended = true;
            }
        });
        worker.start();
        while (!ended) {
            swap.run();
        }
        worker.join();
        if (failure[0] != null) {
            throw new AssertionError("the worker failed", failure[0]);
        }
        for (int i = 0; i < FILES; i++) {
            assertEquals("SECRET", Files.readString(outside.resolve("f" + i)));
            assertEquals(0600, HostFile.of(0, outside.resolve("f" + i)).mode());
        }
        try (var names = Files.list(outside)) {
            assertEquals(FILES + 1, names.count(), "names outside");
        }
    }

    private void work() {
        int done = 0;
        for (final long end = System.nanoTime() + NANOS; System.nanoTime() < end; ) {
            for (int i = 0; i < FILES; i++) {
                final byte[] read = served.call(READ, of(files[i]).hyper(0).word(100));
                assertFalse(new String(read, ISO_8859_1).contains("SECRET"), "read outside: done=" + done);
                final byte[] data = "PWNED!".getBytes(ISO_8859_1);
                served.call(WRITE, of(files[i]).hyper(0).word(6, 0).opaque(data));
                served.call(SETATTR, of(files[i]).word(1, 0666).word(0, 0, 0, 0, 0, 0));
                served.call(LOOKUP, of(directory).string("f" + i));
                served.call(CREATE, of(directory).string("new").word(0).nothingSet());
                served.call(REMOVE, of(directory).string("new"));
                done += 6;
            }
            final byte[] names = served.call(READDIR, of(directory).hyper(0, 0).word(4096));
            assertFalse(new String(names, ISO_8859_1).contains("exported"), "listed outside: done=" + done);
        }
        assertTrue(done > 0);
    }

    @Test
    void shouldKeepClientsInTheExportThatRenameAndLink() throws Exception {
        prepare();
        final HostFile root = served.root();
        final Nfs3Service second = new Nfs3Service(served.export, Served.MAX_TRANSFER, Served.VERIFIER, Runnable::run);
        race(() -> {
            call(second, RENAME, of(root).string("d").handle(root).string("d2"));
            call(second, SYMLINK, of(root).string("d").nothingSet().string(outside.toString()));
            call(second, REMOVE, of(root).string("d"));
            call(second, RENAME, of(root).string("d2").handle(root).string("d"));
        });
    }

    private static void call(final Nfs3Service service, final int procedure, final Xdr arguments) {
        Served.results(Served.reply(service, Served.message(PROGRAM, Nfs3.VERSION, procedure, arguments), 4096));
    }

    @Test
    void shouldKeepClientsInTheExportWhileAUserOfTheHostRenamesAndLinks() throws Exception {
        prepare();
        final Path name = directory.path();
        final Path away = folder.resolve("d2");
        race(() -> {
            Files.move(name, away);
            Files.createSymbolicLink(name, outside);
            Files.delete(name);
            Files.move(away, name);
        });
        assertTrue(Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS));
    }
}
