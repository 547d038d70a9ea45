// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the output of {@code compare --json -} with golden files, so that figures change only intentionally.
 *
 * <p>To change figures intentionally, regenerate the file with the command that contains {@link #ALL}, and explain the
 * change in the commit message.
 */
class CompareGoldenTest extends CommandTest {
    private static final String ALL = "per-buffer-dma,shard-dma,per-buffer-registered,shard-registered,"
            + "per-buffer-fast-registered,shard-fast-registered,region-per-connection,on-demand,"
            + "shared-srq,shared-srq-registered";

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldPrintTheSameBytesForAllStrategies(final String capture) throws IOException {
        assertEquals(
                0,
                rpcrdma("compare --json - --connections 3 --arrivals 1000 --credits 128 --seeds 2 --capture " + capture
                        + " --strategy " + ALL),
                err.toString());

        assertEquals(Files.readString(Path.of("src/test/resources/compare/" + capture + ".json")), out.toString());
    }
}
