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

import org.rpcrdma.nic.FabricTap;
import org.rpcrdma.sim.Simulation;

/** What listens in on simulated runs, each with a tap of its own. */
@FunctionalInterface
interface RunTap {
    /** Nothing does. */
    RunTap NONE = (run, simulation) -> null;

    /**
     * A run begins.
     *
     * @param run        its name.
     * @param simulation its clock.
     * @return its tap, or null for none.
     */
    FabricTap begin(String run, Simulation simulation);
}
