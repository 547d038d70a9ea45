// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedChannelTest {
    @TempDir
    private Path folder;

    private NamedChannel open(final Path file) throws IOException {
        return new NamedChannel(
                "--out", file.toString(), FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    @Test
    void shouldTellAtItsEndThatAnotherProgramHasCutTheFile() throws IOException {
        final Path file = folder.resolve("x.pcap");
        final NamedChannel channel = open(file);
        channel.write(ByteBuffer.allocate(100));
        Files.write(file, new byte[30]);

        assertEquals(
                "cannot write --out " + file + ": it was truncated while it was written: length=30 written=100",
                assertThrows(IOException.class, channel::close).getMessage());
        assertFalse(channel.isOpen());
        channel.close();
    }

    @Test
    void shouldCloseAFileThatIsWhole() throws IOException {
        final NamedChannel channel = open(folder.resolve("whole"));
        channel.write(ByteBuffer.allocate(100));
        channel.close();
        assertEquals(100, Files.size(folder.resolve("whole")));
    }
}
