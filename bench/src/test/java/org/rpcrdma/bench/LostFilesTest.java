// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.console.NamedChannel;

/**
 * Tests that a failure to write a file is reported in one line with the right name, and that existing files are kept.
 */
class LostFilesTest extends CommandTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReportTheFileThatCouldNotBeWritten() {
        final NamedChannel full = new NamedChannel("--out", "q.pcap", new WritableByteChannel() {
            @Override
            public int write(final ByteBuffer bytes) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        });
        assertMessage(
                IOException.class,
                "cannot write --out q.pcap: No space left on device",
                () -> full.write(ByteBuffer.allocate(1)));
    }

    @Test
    void shouldKeepWhatWasThereUntilTheNewResultIsWhole() throws IOException {
        final Path json = folder.resolve("x.json");
        Files.writeString(json, "of before");
        Files.setPosixFilePermissions(json, PosixFilePermissions.fromString("rw-r-----"));
        final Path link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of("x.json"));
        assertEquals(2, rpcrdma("compare", "--json", json.toString(), "--credits", "0"));
        assertEquals("of before", Files.readString(json));
        assertEquals(
                2, rpcrdma("capture", "--workload", "echo", "--out", json.toString(), "--trace", folder + "/no/t"));
        assertEquals("of before", Files.readString(json));

        assertEquals(0, rpcrdma("compare", "--strategy", "shard-dma", "--json", link.toString()), err::toString);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(
                1, new ObjectMapper().readTree(json.toFile()).get("strategies").size());
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(json)));
        try (var files = Files.list(folder)) {
            assertEquals(2, files.count(), "nothing unfinished is left");
        }
    }
}
