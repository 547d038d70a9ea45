// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ACCES;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.LNK;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.SETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.JavaPrograms;

/** Tests how the host's users see files that clients have written. */
@EnabledForJreRange(min = JRE.JAVA_22)
class HostUseTest {
    private final Served served;
    private final HostFile root;

    HostUseTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
    }

    private static String run(final String... command) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.strip();
    }

    private HostFile program(final String copied) throws IOException {
        final HostFile program = served.make(root, "program", REG);
        Files.write(program.path(), Files.readAllBytes(Path.of(copied)));
        Files.setAttribute(program.path(), "unix:mode", 0755);
        return program;
    }

    @Test
    void shouldLetTheHostRunAProgramThatAClientReads() throws Exception {
        final HostFile program = program("/bin/true");
        served.expect(OK, READ, of(program).hyper(0).word(4));
        run(program.path().toString());
    }

    @Test
    void shouldRefuseToWriteAProgramThatTheHostRuns() throws Exception {
        final HostFile program = program("/bin/sleep");
        final Process running = new ProcessBuilder(program.path().toString(), "600").start();
        try {
            served.expect(OK, READ, of(program).hyper(0).word(4));
            served.expect(ERR_ACCES, WRITE, of(program).hyper(0).word(1, 0).opaque(new byte[1]));
        } finally {
            running.destroyForcibly().waitFor();
        }
    }

    /** By then, the server has closed the file and cannot reopen it for writing. */
    @Test
    void shouldCommitAProgramThatTheHostRunsByNow() throws Exception {
        final HostFile program = program("/bin/sleep");
        served.expect(OK, WRITE, of(program).hyper(program.size()).word(1, 0).opaque(new byte[1]));
        for (int i = 0; i < 5; i++) {
            served.service.endRound();
        }
        final Process running = new ProcessBuilder(program.path().toString(), "600").start();
        try {
            served.expect(OK, Nfs3.COMMIT, of(program).hyper(0).word(0));
        } finally {
            running.destroyForcibly().waitFor();
        }
    }

    private static String blocks(final HostFile file) throws IOException, InterruptedException {
        return run("stat", "-c", "%b", file.path().toString());
    }

    /** Writing even a zero byte could overwrite a byte that another client writes in the meantime. */
    @Test
    void shouldWriteNothingToLengthenAFile() throws Exception {
        final HostFile file = served.make(root, "file", REG);
        served.expect(OK, SETATTR, of(file).word(0, 0, 0, 1).hyper(100_000).word(0, 0, 0));
        assertEquals(100_000, file.size());
        assertEquals("0", blocks(file));
        served.expect(
                OK,
                CREATE,
                of(root).string("file").word(0, 0, 0, 0, 1).hyper(200_000).word(0, 0));
        assertEquals(200_000, file.size());
        assertEquals("0", blocks(file));
    }

    /** The JVM's clock is ahead of the kernel clock that sets a file's modification time. */
    @Test
    void shouldSetTheTimeOfTheKernelsClock() {
        final HostFile touched = served.make(root, "touched", REG);
        final HostFile written = served.make(root, "written", REG);
        for (int i = 0; i < 300; i++) {
            served.expect(OK, SETATTR, of(touched).word(0, 0, 0, 0, 0, 1, 0));
            served.expect(OK, WRITE, of(written).hyper(0).word(1, 0).opaque(new byte[1]));
            assertTrue(touched.modifyTime() <= written.modifyTime(), "the time went backwards: i=" + i);
        }
    }

    @Test
    void shouldSetTheTimesOfALinkToTheNanosecond() {
        final HostFile link = served.make(root, "link", LNK);
        served.uid = 0;
        served.expect(OK, SETATTR, of(link).word(0, 0, 0, 0, 2, 11, 123_456_789, 2, 12, 987_654_321, 0));
        assertEquals(11_123_456_789L, link.accessTime());
        assertEquals(12_987_654_321L, link.modifyTime());
    }

    @Test
    void shouldSetTheModeOfAFifoWithoutWaiting() throws Exception {
        assumeTrue(Served.IS_ROOT);
        run("mkfifo", root.path().resolve("fifo").toString());
        final HostFile fifo = served.find(root, "fifo");
        served.uid = 0;
        served.status(Nfs3.LOOKUP, of(root).string("fifo"));
        served.expect(OK, SETATTR, of(fifo).word(1, 0604).word(0, 0, 0, 2, 11, 12, 0, 0));
        assertEquals(0604, fifo.mode());
        assertEquals(11_000_000_012L, fifo.accessTime());
    }

    /** Only the caller may use the file until the next SETATTR sets its mode. */
    @Test
    void shouldLetOnlyTheOwnerUseAFileThatIsCreatedExclusively() {
        served.expect(OK, CREATE, of(root).string("new").word(2).hyper(77));
        assertEquals(0600, served.find(root, "new").mode());
    }

    @Test
    void shouldServeWithFewDescriptors(@TempDir final Path other) throws Exception {
        final ProcessBuilder program =
                JavaPrograms.of(ServeWithFewDescriptors.class, List.of(JavaPrograms.jvmOptions()), other.toString());
        final List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -n 150 && exec \"$@\"", "sh"));
        limited.addAll(program.command());
        assertEquals("{0=1000}", JavaPrograms.run(program.command(limited)).strip());
    }

    /** The birth time of a file in the lower layer changes when the file is written. */
    @Test
    void shouldKnowAFileOfAnOverlayOnceItIsWritten(@TempDir final Path layers) throws Exception {
        assumeTrue(Served.IS_ROOT);
        for (final String name : new String[] {"lower", "upper", "work", "merged"}) {
            Files.createDirectory(layers.resolve(name));
        }
        Files.writeString(layers.resolve("lower/file"), "hello");
        Files.setAttribute(layers.resolve("lower/file"), "unix:mode", 0666);
        final String options = "lowerdir=L/lower,upperdir=L/upper,workdir=L/work".replace("L", layers.toString());
        final Path merged = layers.resolve("merged");
        final ProcessBuilder mount =
                new ProcessBuilder("mount", "-t", "overlay", "-o", options, "none", merged.toString());
        assumeTrue(mount.start().waitFor() == 0);
        try {
            assertKnownOnceWritten(merged);
        } finally {
            run("umount", "-l", merged.toString());
        }
    }

    private static void assertKnownOnceWritten(final Path merged) {
        final Served overlay = new Served(merged);
        final byte[] looked = overlay.call(
                Nfs3.LOOKUP,
                new Xdr().opaque(Nfs3Service.rootHandle(overlay.export)).string("file"));
        final Xdr handle = new Xdr().opaque(Arrays.copyOfRange(looked, 8, 32));
        overlay.expect(OK, READ, new Xdr().raw(handle.bytes()).hyper(0).word(9));
        overlay.expect(OK, GETATTR, handle);
        overlay.expect(
                OK, WRITE, new Xdr().raw(handle.bytes()).hyper(0).word(1, 0).opaque(new byte[1]));
        overlay.expect(OK, GETATTR, handle);
        overlay.export.close();
        final Served next = new Served(merged);
        next.expect(OK, GETATTR, handle);
        next.export.close();
    }
}
