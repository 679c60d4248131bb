/* What is computed at each position of a plan belongs together in the tensors: what ties isocast_plan_make to
 * isocast_plan_run. Nothing here is compiled. */
#include "core.h"

#include "../logic/walk_logic.h"
#include "../logic/spot_logic.h"
#include "../logic/positions_lemmas.h"

typedef isocast_idx isc_position_idx; /* a translation unit is not empty */

/*@ // Operands i and m are at x and at y at some position.
    predicate isc_spots_meet{L}(isocast_plan *plan, integer i, integer m, unsigned char *x, unsigned char *y) =
      \exists integer p; 0 <= p < plan->elements && x == isc_spot(plan, i, p) && y == isc_spot(plan, m, p);
    // An operand is at x where the flat index is v.
    predicate isc_spot_indexed{L}(isocast_plan *plan, integer m, unsigned char *x, integer v) =
      \exists integer p; 0 <= p < plan->elements && x == isc_spot(plan, m, p) && v == isc_flat_index(plan, p);

    // Clauses: f, access. At each position an input and the result are where the tensors meet, and where these meet
    // there is a position.
    predicate isc_spots_taken{L1, L2}(isocast_plan *plan, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      \forall integer m, unsigned char *x, *y; 0 <= m < n ==>
        (isc_spots_meet{L2}(plan, m, n, x, y) <==> isc_tensors_meet{L1}(inputs + m, result, x, y));
*/

/*@ ghost
/@ requires isc_made(plan) && plan->elements != 0;
   terminates \true; assigns \nothing;
   ensures access: \forall integer i, m, unsigned char *x, *y; 0 <= i <= plan->inputs && 0 <= m <= plan->inputs ==>
     (isc_visits(plan, i, m, x, y) <==> isc_spots_meet(plan, i, m, x, y));
   ensures index: \forall integer m, v, unsigned char *x; 0 <= m <= plan->inputs ==>
     (isc_indexes(plan, m, x, v) <==> isc_spot_indexed(plan, m, x, v)); @/
void isc_positions_are_indices(const isocast_plan *plan)
{
    isc_positions_meet(plan->rank, plan->dims);
}
*/

#ifdef __FRAMAC__ /* for the provers alone: a plan is made, and then looked at by its positions */
/*@ requires isc_own(plan, operands, n, inputs, result) && \valid(fault) && isc_faults_apart(fault, n, inputs, result);
    requires \separated(fault, plan) && \separated(fault, operands + (0 .. n));
    requires isc_strided(result) && \valid_read(inputs + (0 .. n - 1));
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].type <= 2147483647;
    terminates \true;
    assigns *plan, *fault, operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures f: access: step1_access: \result == ISOCAST_OK && plan->elements != 0 ==>
      isc_spots_taken{Pre, Post}(plan, n, inputs, result);
*/
isocast_status isc_plan_positions(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                  const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault)
{
    const isocast_status status = isocast_plan_make(plan, op, n, inputs, result, operands, fault);
    //@ ghost if (status == ISOCAST_OK && plan->elements != 0) isc_positions_are_indices(plan);
    return status;
}
#endif
