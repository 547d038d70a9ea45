// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code --host} with the output of {@code docs/results/measure-ftrace}. */
class HostOptionTest extends CommandTest {
    private static final String[] COMPARE = {
        "compare", "--connections", "1", "--seeds", "1", "--strategy", "per-buffer-dma,shard-dma", "--json", "-"
    };

    private static final String MEASURED = """
            connections=20, tracing adds 310 ns to a call, 180 to its caller
            function                            calls       CPU ns   with waiting
            svc_rdma_accept                       1.0       201933         612001
            --set cpu.dma_map=215
            --set cpu.dma_unmap=380
            --set firmware.create_qp=90000
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldReadWhatAServerMeasured() throws IOException {
        assertEquals(
                0,
                rpcrdma(with(
                        COMPARE,
                        "--set",
                        "cpu.dma_map=215",
                        "--set",
                        "cpu.dma_unmap=380",
                        "--set",
                        "firmware.create_qp=90000")),
                err.toString());
        final String set = out.toString();

        assertEquals(0, rpcrdma(with(COMPARE, "--host", file(MEASURED).toString())), err.toString());

        assertEquals(set, out.toString());
    }

    @Test
    void shouldLetSetOverrideTheFile() throws IOException {
        final Path file = file(MEASURED);
        assertEquals(0, rpcrdma(with(COMPARE, "--host", file.toString(), "--set", "cpu.dma_map=500")), err.toString());

        assertTrue(out.toString().contains("\"cpu.dma_map\" : 500.0"), out::toString);
        assertTrue(out.toString().contains("\"cpu.dma_unmap\" : 380.0"), out::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "'measure-ftrace: not root', no line '--set NAME=VALUE'",
        "'', no line '--set NAME=VALUE'",
        "'connections=1\n--set cpu.dma_map=-310', 'line 2: --set: cpu.dma_map must'",
        "'--set cpu.dma_mop=310', 'line 1: --set: no such cost parameter: name=cpu.dma_mop'",
        "'--set cpu.dma_map', 'line 1: --set must be NAME=VALUE: cpu.dma_map'",
        "'--set cpu.dma_map=fast', 'line 1: --set needs a number: cpu.dma_map=fast'",
    })
    void shouldRefuseAFileWithoutUsableCostsInOneLine(final String content, final String named) throws IOException {
        final Path file = file(content);

        assertEquals(2, rpcrdma("compare", "--host", file.toString()));

        assertOneLine("--host " + file + ": " + named);
    }

    @Test
    void shouldRefuseAFileThatIsNoText() throws IOException {
        final Path file = Files.write(folder.resolve("host"), new byte[] {'-', (byte) 0xff, (byte) 0xfe});

        assertEquals(2, rpcrdma("compare", "--host", file.toString()));

        assertOneLine("--host must be UTF-8 text: " + file);
    }

    @Test
    void shouldRefuseALongFile() throws IOException {
        final Path file = Files.write(folder.resolve("host"), new byte[(1 << 20) + 1]);

        assertEquals(2, rpcrdma("compare", "--host", file.toString()));

        assertOneLine("--host " + file + ": the file is too long: bytes=1048577 max=1048576");
    }

    @Test
    void shouldRefuseAFileThatDoesNotExist() {
        assertEquals(2, rpcrdma("compare", "--host", folder.resolve("none").toString()));

        assertOneLine("--host must name an existing file: " + folder.resolve("none"));
    }

    private Path file(final String content) throws IOException {
        return Files.writeString(folder.resolve("host"), content);
    }
}
