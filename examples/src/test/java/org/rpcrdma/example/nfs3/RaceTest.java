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
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.Effort;

/** One thread replaces a directory by a link to the outside while another works in the directory. */
@EnabledForJreRange(min = JRE.JAVA_22)
class RaceTest {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(Effort.of(1, 60));

    /** Procedures that the worker calls. */
    private static final int PROCEDURES = 7;

    /** A race ends early when each procedure was called so often while a link replaced the directory. */
    private static final int ENOUGH = 100;

    /** More files than stay open. */
    private static final int FILES = 300;

    private static final int FILES_PER_LISTING = 10;

    @TempDir
    Path outside;

    private Path folder;
    private Served served;
    private HostFile directory;
    private final HostFile[] files = new HostFile[FILES];
    private final Map<Integer, Integer> raced = new TreeMap<>();
    private volatile boolean ended;
    private volatile int stepsDone;

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

    /**
     * Swaps until the worker has worked long enough; nothing may escape.
     *
     * @param swap moves the directory away, puts a link in its place, deletes the link, and moves the directory back.
     */
    private void race(final Step... swap) throws Exception {
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
        int done = 0;
        while (!ended) {
            for (final Step step : swap) {
                step.run();
                stepsDone = ++done;
            }
        }
        worker.join();
        if (failure[0] != null) {
            throw new AssertionError("of the worker", failure[0]);
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
        final long end = System.nanoTime() + MOST_NANOS;
        for (int i = 0; System.nanoTime() < end && !isEnough(); i++) {
            final HostFile file = files[i % FILES];
            final byte[] read = call(READ, of(file).hyper(0).word(100));
            assertFalse(new String(read, ISO_8859_1).contains("SECRET"), "read outside: raced=" + raced);
            call(WRITE, of(file).hyper(0).word(6, 0).opaque("PWNED!".getBytes(ISO_8859_1)));
            call(SETATTR, of(file).word(1, 0666).word(0, 0, 0, 0, 0, 0));
            call(LOOKUP, of(directory).string("f" + i % FILES));
            call(CREATE, of(directory).string("new").word(0).nothingSet());
            call(REMOVE, of(directory).string("new"));
            if (i % FILES_PER_LISTING == 0) {
                final byte[] names = call(READDIR, of(directory).hyper(0, 0).word(4096));
                assertFalse(new String(names, ISO_8859_1).contains("exported"), "listed outside: raced=" + raced);
            }
        }
    }

    private boolean isEnough() {
        return raced.size() == PROCEDURES && Collections.min(raced.values()) >= ENOUGH;
    }

    private byte[] call(final int procedure, final Xdr arguments) {
        final int before = stepsDone;
        final byte[] results = served.call(procedure, arguments);
        final int steps = stepsDone - before;
        if (before % 4 == 0 && steps >= 2) {
            raced.merge(procedure, 1, Integer::sum);
        }
        return results;
    }

    @Test
    void shouldKeepClientsInTheExportThatRenameAndLink() throws Exception {
        prepare();
        final HostFile root = served.root();
        final Nfs3Service second = new Nfs3Service(served.export, Served.MAX_TRANSFER, Served.VERIFIER, Runnable::run);
        race(
                () -> call(second, RENAME, of(root).string("d").handle(root).string("d2")),
                () -> call(second, SYMLINK, of(root).string("d").nothingSet().string(outside.toString())),
                () -> call(second, REMOVE, of(root).string("d")),
                () -> call(second, RENAME, of(root).string("d2").handle(root).string("d")));
    }

    private static void call(final Nfs3Service service, final int procedure, final Xdr arguments) {
        Served.results(Served.reply(service, Served.message(PROGRAM, Nfs3.VERSION, procedure, arguments), 4096));
    }

    @Test
    void shouldKeepClientsInTheExportWhileAUserOfTheHostRenamesAndLinks() throws Exception {
        prepare();
        final Path name = directory.path();
        final Path away = folder.resolve("d2");
        race(
                () -> Files.move(name, away),
                () -> Files.createSymbolicLink(name, outside),
                () -> Files.delete(name),
                () -> Files.move(away, name));
        assertTrue(Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS));
    }
}
