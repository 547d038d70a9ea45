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
package org.rpcrdma.verbs;

/**
 * What a device counted of an on-demand region, as {@code rdma statistic show mr} prints it (the counters of the
 * kernel's mlx5 driver).
 *
 * @param pageFaults               pages made present because the device needed them.
 * @param pageFaultsHandled        faults that did so.
 * @param pageInvalidations        pages taken from the device because the memory's mapping changed.
 * @param pageInvalidationsHandled changes that did so.
 * @param pagePrefetch             pages made present by advice; they are not among the faults.
 */
public record OnDemandStatistics(
        long pageFaults,
        long pageFaultsHandled,
        long pageInvalidations,
        long pageInvalidationsHandled,
        long pagePrefetch) {}
