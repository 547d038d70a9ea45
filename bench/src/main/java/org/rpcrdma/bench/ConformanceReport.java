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

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.rpcrdma.bench.conformance.RowResult;

/**
 * What came of all rows.
 *
 * @param personality whose manners the device had, or was expected to have.
 * @param device      the host's device; null where it was simulated.
 * @param rows        in their order.
 * @param comparison  of the host's device with the simulation; null where it was simulated.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ConformanceReport(String personality, String device, List<RowResult> rows, ConformanceComparison comparison) {}
