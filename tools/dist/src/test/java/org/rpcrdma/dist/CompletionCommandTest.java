// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.CommandTest;

/** Runs the completion script in a shell. */
class CompletionCommandTest extends CommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "rpcrdma comp, compare completion",
        "rpcrdma frmr s, show set",
        "rpcrdma frmr show --de, --demo --details",
        "rpcrdma capture --workload s, store",
        "rpcrdma compare --memory b, backed",
        "rpcrdma compare --workload e, echo",
        "rpcrdma compare --set cpu.zone_lock_w, cpu.zone_lock_waiter=",
        "rpcrdma calibrate --set iommu.iotlb_e, iommu.iotlb_entries=",
        "rpcrdma sweep --vary conn, connections=",
        "rpcrdma sweep --vary iommu.iotlb_e, iommu.iotlb_entries=",
        "rpcrdma completion b, bash",
        "rpcrdma compare --iommu s, strict",
        "rpcrdma sweep --machine sm, smmuv3-vcmdq smmuv3-trapped",
        "rpcrdma conformance --personality r, rxe",
    })
    void shouldCompleteInBash(final String typed, final String completions) throws Exception {
        assertEquals(0, rpcrdma("completion", "bash"), err::toString);
        final Path script = Files.writeString(folder.resolve("completion"), out.toString());
        assertEquals(completions, bash(script, typed));
    }

    @Test
    void shouldHaveOneScriptForBothShells() {
        assertEquals(0, rpcrdma("completion", "bash"));
        final String script = out.toString();
        assertEquals(0, rpcrdma("completion", "zsh"));
        assertEquals(script, out.toString());
    }

    /** Returns the completions that bash offers for the last word. */
    private static String bash(final Path script, final String typed) throws IOException, InterruptedException {
        final String[] words = typed.split(" ");
        final Process bash = new ProcessBuilder(List.of(
                        "bash",
                        "-c",
                        "source " + script + "; compopt() { :; }; COMP_WORDS=(" + typed + "); COMP_CWORD="
                                + (words.length - 1) + "; _complete_rpcrdma; echo ${COMPREPLY[@]}"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor());
        return printed.strip();
    }
}
