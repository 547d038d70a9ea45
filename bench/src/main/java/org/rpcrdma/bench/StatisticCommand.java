/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rpcrdma statistic}: what simulated devices count, in the words of {@code rdma statistic}. */
@Command(
        name = "statistic",
        description =
                "Shows what the simulated devices of a running JVM count, in the words of rdma statistic (iproute2).",
        mixinStandardHelpOptions = true,
        subcommands = StatisticCommand.Show.class)
final class StatisticCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Made by the command line. */
    StatisticCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no statistic command given: show");
    }

    /** {@code rpcrdma statistic show}. */
    @Command(
            name = "show",
            description = "Shows counters.",
            mixinStandardHelpOptions = true,
            subcommands = StatisticShowMrCommand.class)
    static final class Show implements Runnable {
        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(spec.commandLine(), "nothing to show given: mr");
        }
    }
}
