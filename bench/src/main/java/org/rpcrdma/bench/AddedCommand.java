// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.concurrent.Callable;

/**
 * A command that another artifact contributes to {@code rpcrdma}. Implementations are annotated picocli commands that
 * return an exit code.
 *
 * <p>The command line discovers implementations on the class path with {@link java.util.ServiceLoader}.
 */
public interface AddedCommand extends Callable<Integer> {
    /** {@return the name of the command after which the help lists this command} */
    default String listedBehind() {
        return "manual";
    }
}
